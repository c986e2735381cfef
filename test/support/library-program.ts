import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readFiles, type SessionFiles } from './foreign-session.ts'
import type { LibraryArguments, LibraryNews, LibraryOrder } from './library-child.ts'
import { awaitState } from './service-process.ts'

const CHILD = path.join(import.meta.dirname, 'library-child.ts')

/** Another program that runs an account on the library, in a process of its own. */
export class LibraryProgram {
  readonly news: LibraryNews[] = []
  /** Where it keeps its session. */
  readonly folder = mkdtempSync(path.join(tmpdir(), 'auth-'))
  private readonly child: ChildProcess

  constructor({ wsUrl, rootKeyHex, rootSerial }: Omit<LibraryArguments, 'folder'>) {
    const given: LibraryArguments = { wsUrl, rootKeyHex, rootSerial, folder: this.folder }
    this.child = fork(CHILD, [JSON.stringify(given)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    this.child.on('message', (news) => this.news.push(news as LibraryNews))
  }

  send(order: LibraryOrder): void {
    this.child.send(order)
  }

  awaitNews<K extends LibraryNews['kind']>(kind: K): Promise<Extract<LibraryNews, { kind: K }>> {
    return awaitState(`the other program to tell ${kind}`, async () =>
      this.news.find((news): news is Extract<LibraryNews, { kind: K }> => news.kind === kind),
    )
  }

  /** Ends it as a person would, and answers what lies in its folder then. */
  async stop(): Promise<SessionFiles> {
    if (this.child.connected) this.send({ kind: 'stop' })
    await awaitState(
      'the other program to end',
      async () => this.child.exitCode !== null || this.child.signalCode !== null,
    )
    return this.readFolder()
  }

  /** Also while it runs, when a file may be read that is half written: then it is read again. */
  readFolder(): Promise<SessionFiles> {
    return awaitState('whole files', async () => {
      const files = await readFiles(this.folder)
      return [...files.values()].every(isWhole) && files
    })
  }

  remove(): void {
    this.child.kill('SIGKILL')
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function isWhole(json: string): boolean {
  try {
    JSON.parse(json)
    return true
  } catch {
    return false
  }
}
