import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { LanguageTag } from '../../../../words/languages.ts'
import type { api } from '../../../app/api.ts'
import { createTextHook } from '../../../i18n/text-hook.ts'
import { importUnderFreeNames } from '../import-under-free-names.ts'

/** The strings about recipes. */
export const useRecipesText = createTextHook(
  {
    en: () => import('../../../i18n/en/recipes.ts'),
    pt: () => import('../../../i18n/pt/recipes.ts'),
    es: () => import('../../../i18n/es/recipes.ts'),
  },
  ({ recipes }) => recipes,
)

type Localized<Text> = Readonly<Record<LanguageTag, Text>>

/** What has to be stored before a recipe works, by the name its calls use. */
export interface RecipeNeed {
  secret: string
  kind: 'value' | 'google_service_account' | 'smtp'
  hosts?: readonly string[]
  scope?: string
}

/** A flow that other flows call, as the index of recipes describes it. */
export interface Recipe {
  name: string
  title: Localized<string>
  summary: Localized<string>
  guide: Localized<readonly string[]>
  needs: readonly RecipeNeed[]
  /** The published documentation that its calls were checked against. */
  sources: readonly string[]
}

type Imported = Awaited<ReturnType<typeof api.flows.import>>
type ExchangeDocument = Parameters<typeof api.flows.import>[0]

async function readJson<Document>(name: string): Promise<Document> {
  const answer = await fetch(`/recipes/${name}.json`)
  if (!answer.ok) throw new Error(`/recipes/${name}.json answers ${answer.status}`)
  return (await answer.json()) as Document
}

/** All recipes; they come with the dashboard and change with it. */
export function useRecipes() {
  return useQuery({
    queryKey: ['recipes'],
    queryFn: () => readJson<{ recipes: Recipe[] }>('index'),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Imports a recipe as a draft under a free name. */
export function useImportRecipe(onImported: (flow: Imported) => void) {
  const cache = useQueryClient()
  return useMutation({
    async mutationFn({
      recipe,
      title,
      clientId,
    }: {
      recipe: Recipe
      title: string
      clientId: string | null
    }) {
      const document = await readJson<ExchangeDocument>(recipe.name)
      return (await importUnderFreeNames(cache, { ...document, name: title, clientId })).flow
    },
    onSuccess: onImported,
  })
}
