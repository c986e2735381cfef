import type { Right } from '../../contract/scopes.ts'
import { useMay } from '../app/workspace.ts'
import { useText } from '../i18n/language.tsx'

/** Why the person may not do what needs this right in their workspace; null where they may. */
export function useLack(right: Right): string | null {
  const { workspace } = useText()
  return useMay()(right) ? null : workspace.lacks[right]
}
