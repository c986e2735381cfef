import { useEffect } from 'react'
import type { Issue } from '../../../core/flow/index.ts'
import { type FindingWords, readFinding } from '../../../words/findings.ts'
import { api } from '../../app/api.ts'
import { useEditor } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import { findProblems } from '../model/find/problem-index.ts'
import { isSameGraph } from '../model/graph.ts'

const CHECK_AFTER_MS = 300

type Found = Awaited<ReturnType<typeof api.flows.validate>>['errors']

/** Findings as they come over the wire, with what an absent value means. */
const toIssues = (words: FindingWords, found: Found, severity: Issue['severity']): Issue[] =>
  found.map(({ code, nodeId, edgeId, path, ...problem }) => ({
    ...readFinding(words, problem),
    code: (code ?? 'INVALID_DATA') as Issue['code'],
    severity,
    ...(nodeId && { nodeId }),
    ...(edgeId && { edgeId }),
    ...(path && { path }),
  }))

/**
 * Keeps the findings up to date: the browser's own a moment after each change, and after each save those that only the
 * service can have. A service that does not answer leaves the browser's.
 */
export function useProblems(): void {
  const { flowId, store, saver, problems } = useEditor()
  const { findings } = useEditorText()
  useEffect(() => {
    let fromService: readonly Issue[] = []
    let isClosed = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let checked = store.document.definition
    const check = () => {
      checked = store.document.definition
      problems.set(findProblems(store.document.definition, fromService, problems.get()))
    }
    const later = () => {
      // Moving a card changes nothing that could be wrong, and a check of a large flow is felt.
      if (isSameGraph(store.document.definition, checked)) {
        checked = store.document.definition
        return
      }
      clearTimeout(timer)
      timer = setTimeout(check, CHECK_AFTER_MS)
    }
    const ask = async () => {
      if (saver.status.get().kind !== 'saved') return
      const found = await api.flows.validate({ id: flowId }).catch(() => null)
      if (!found || isClosed) return
      fromService = [
        ...toIssues(findings, found.errors, 'error'),
        ...toIssues(findings, found.warnings, 'warning'),
      ]
      check()
    }
    check()
    void ask()
    const stop = [store.subscribe(later), saver.status.subscribe(() => void ask())]
    return () => {
      isClosed = true
      clearTimeout(timer)
      for (const end of stop) end()
    }
  }, [flowId, store, saver, problems, findings])
}
