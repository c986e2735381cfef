import { mapAssets, readRequiredAssets, resolveRef } from '../../../core/flow/index.ts'
import { api } from '../../app/api.ts'
import type { FlowDocument } from '../model/graph.ts'

/** Puts the person's own files in place of those a document names by their content; what they do not have stays named. */
export async function findFiles(document: FlowDocument, source: unknown): Promise<FlowDocument> {
  const required = readRequiredAssets((source as { requires?: unknown } | null)?.requires)
  if (required.length === 0) return document
  const found = await Promise.all(
    required.map(async ({ ref, sha256 }) => {
      const { assets } = await api.assets.list({ sha256, limit: 1 })
      return [ref, assets[0]?.id] as const
    }),
  )
  const byRef = new Map(found)
  const { definition } = document
  const nodes = mapAssets(definition.nodes, (id) => resolveRef(id, (ref) => byRef.get(ref)))
  return { ...document, definition: { ...definition, nodes } }
}
