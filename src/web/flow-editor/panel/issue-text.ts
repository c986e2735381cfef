import type { Issue } from '../../../core/flow/index.ts'
import { describeIssue } from '../../../words/findings.ts'
import { useDocument } from '../editor-context.tsx'
import { nameNode, useEditorText } from '../editor-text.ts'
import { findNode } from '../model/graph.ts'
import { useFieldText } from './field-text.ts'

/** What is wrong, in the words of the screen: nodes by their names, and fields by their labels instead of their paths. */
export function useIssueText(): (issue: Issue) => string {
  const text = useEditorText()
  const { label } = useFieldText()
  const document = useDocument()
  return (issue) => {
    const { path, nodeId } = issue
    const type = findNode(document, nodeId ?? '')?.type
    const named = document.definition.nodes.reduce(
      (sentence, node) => sentence.replaceAll(`"${node.id}"`, `“${nameNode(text, node.type, node.data)}”`),
      describeIssue(text.findings, issue),
    )
    if (path === undefined || type === undefined || !named.startsWith(`${path}: `)) return named
    const keys = path.split('.')
    const key = keys.findLast((part) => !/^\d+$/.test(part)) ?? path
    const index = keys.findLast((part) => /^\d+$/.test(part))
    const place = index === undefined ? '' : ` ${Number(index) + 1}`
    return `${label(type, path, key)}${place}: ${named.slice(path.length + 2)}`
  }
}
