import { expect, it } from 'vitest'
import { EVENT_NAMES } from '../../../contract/resources.ts'
import { webhooks } from '../../i18n/en/webhooks.ts'
import { EVENT_NAMES as offered } from './event-names.ts'

it('the form of a webhook offers every event that the service has, each with words for it', () => {
  expect([...offered].sort()).toEqual([...EVENT_NAMES].sort())
  expect(offered.filter((name) => !webhooks.names[name])).toEqual([])
})
