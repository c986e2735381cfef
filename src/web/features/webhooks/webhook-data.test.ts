import { expect, it } from 'vitest'
import { EVENT_NAMES } from '../../../contract/resources.ts'
import { webhooks } from '../../i18n/en/webhooks.ts'

it('every event that a webhook can take has words for it', () => {
  expect(EVENT_NAMES.filter((name) => !webhooks.names[name])).toEqual([])
})
