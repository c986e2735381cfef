import { START_INFO_PATH, type StartInfo } from '../../contract/start-info.ts'
import { answerJson } from '../http/answer.ts'
import type { Page } from './pages.ts'

/** The page that tells a dashboard nobody is signed in to what it may offer. */
export function createStartInfoPage(read: () => Promise<StartInfo>): ReadonlyMap<string, Page> {
  return new Map<string, Page>([
    [START_INFO_PATH, async (req, res) => answerJson(req, res, 200, await read())],
  ])
}
