import { describe, expect, it } from 'vitest'
import { hasRoomForRun, mayRunFrom } from './temporary-folder.ts'

const GB = 2 ** 30
const ENOUGH = { roomBytes: 6 * GB, availableMemoryBytes: 12 * GB, mayRunPrograms: true }

describe('temporary files of a run', () => {
  it('are in memory where there is room for them and for the processes', () => {
    expect(hasRoomForRun(ENOUGH)).toBe(true)
  })

  it.each([
    ['a small file system', { roomBytes: 6 * GB - 1 }],
    ['little memory', { availableMemoryBytes: 12 * GB - 1 }],
    ['no right to run programs', { mayRunPrograms: false }],
  ])('are on the disk with %s', (_, less) => {
    expect(hasRoomForRun({ ...ENOUGH, ...less })).toBe(false)
  })

  it.each([
    ['tmpfs /dev/shm tmpfs rw,relatime 0 0\n', true],
    ['shm /dev/shm tmpfs rw,nosuid,nodev,noexec,relatime,size=65536k 0 0\n', false],
    ['tmpfs /dev/shm tmpfs rw 0 0\ntmpfs /dev/shm tmpfs rw,noexec 0 0\n', false],
    ['tmpfs /dev tmpfs rw 0 0\n', false],
    ['', false],
  ])('may be run as the list of mounts says: %j', (mounts, expected) => {
    expect(mayRunFrom('/dev/shm', mounts)).toBe(expected)
  })
})
