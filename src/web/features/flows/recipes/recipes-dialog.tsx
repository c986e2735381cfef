import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { LANGUAGES } from '../../../../words/languages.ts'
import { queries } from '../../../app/api.ts'
import { useLanguage, useText } from '../../../i18n/language.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, FormActions } from '../../../ui/messages/dialog.tsx'
import { useNotify } from '../../../ui/messages/notify.ts'
import { ErrorState, LoadingRows } from '../../../ui/messages/states.tsx'
import { ClientField, type NamedClient } from '../client-field.tsx'
import { type Recipe, type RecipeNeed, useImportRecipe, useRecipes, useRecipesText } from './recipe-data.ts'

interface RecipesDialogProps {
  clients: readonly NamedClient[]
  onClose: () => void
}

/** In which of its languages the index is read. */
const useTag = () => LANGUAGES[useLanguage().language].tag

/** Lists the recipes; one that is chosen shows its guide and what is missing, and is imported. */
export function RecipesDialog({ clients, onClose }: RecipesDialogProps) {
  const text = useRecipesText()
  const tag = useTag()
  const recipes = useRecipes()
  const [chosen, setChosen] = useState<Recipe | null>(null)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={chosen ? chosen.title[tag] : text.title}
      description={chosen ? chosen.summary[tag] : text.body}
    >
      {recipes.isPending && <LoadingRows />}
      {recipes.isError && <ErrorState error={recipes.error} onRetry={() => void recipes.refetch()} />}
      {recipes.data && !chosen && <RecipeList recipes={recipes.data.recipes} onChoose={setChosen} />}
      {chosen && (
        <RecipeGuide recipe={chosen} clients={clients} onBack={() => setChosen(null)} onClose={onClose} />
      )}
    </Dialog>
  )
}

function RecipeList({
  recipes,
  onChoose,
}: {
  recipes: readonly Recipe[]
  onChoose: (recipe: Recipe) => void
}) {
  const tag = useTag()
  return (
    <ul className="-mx-2 space-y-1">
      {recipes.map((recipe) => (
        <li key={recipe.name}>
          <button
            type="button"
            onClick={() => onChoose(recipe)}
            className="flex w-full items-center gap-2 rounded-lg px-2 py-2 text-start hover:bg-sunken"
          >
            <span className="min-w-0 grow">
              <span className="block text-sm font-medium">{recipe.title[tag]}</span>
              <span className="block text-[0.8125rem] text-ink-soft">{recipe.summary[tag]}</span>
            </span>
            <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-soft rtl:-scale-x-100" />
          </button>
        </li>
      ))}
    </ul>
  )
}

interface RecipeGuideProps extends RecipesDialogProps {
  recipe: Recipe
  onBack: () => void
}

function RecipeGuide({ recipe, clients, onBack, onClose }: RecipeGuideProps) {
  const { flows } = useText()
  const text = useRecipesText()
  const tag = useTag()
  const navigate = useNavigate()
  const notify = useNotify()
  const load = useImportRecipe(({ id, name }) => {
    onClose()
    notify.done(flows.imported(name))
    void navigate({ to: '/flows/$flowId/edit', params: { flowId: id } })
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const clientId = String(new FormData(event.currentTarget).get('client') ?? '') || null
    load.mutate({ recipe, title: recipe.title[tag], clientId })
  }
  return (
    <form onSubmit={submit} className="space-y-5">
      <section>
        <h3 className="text-sm font-medium">{text.guide}</h3>
        <ol className="mt-2 list-decimal space-y-1.5 ps-5 text-sm break-words">
          {recipe.guide[tag].map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <Needs needs={recipe.needs} />
      <section>
        <h3 className="text-sm font-medium">{text.sources}</h3>
        <ul className="mt-2 space-y-1 text-[0.8125rem]">
          {recipe.sources.map((source) => (
            <li key={source}>
              <a
                href={source}
                target="_blank"
                rel="noreferrer"
                className="break-all text-accent underline underline-offset-2"
              >
                {source.replace('https://', '')}
              </a>
            </li>
          ))}
        </ul>
      </section>
      <ClientField clients={clients} />
      {load.isError && <ErrorState error={load.error} onRetry={() => load.reset()} />}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button type="button" variant="quiet" onClick={onBack}>
          {text.back}
        </Button>
        <FormActions busy={load.isPending} action={text.import} onCancel={onClose} />
      </div>
    </form>
  )
}

/** What has to be stored, and whether a secret of that name is. */
function Needs({ needs }: { needs: readonly RecipeNeed[] }) {
  const text = useRecipesText()
  const secrets = useQuery(queries.secrets.list.queryOptions({ input: {} }))
  const stored = secrets.data?.map(({ name }) => name)
  return (
    <section>
      <h3 className="text-sm font-medium">{text.needs}</h3>
      <ul className="mt-2 space-y-1.5 text-sm">
        {needs.map(({ secret, kind, hosts = [] }) => (
          <li key={secret} className="flex flex-wrap items-center gap-2">
            <span>{text.needed[kind](secret, hosts.join(', '))}</span>
            {stored && (
              <Badge tone={stored.includes(secret) ? 'good' : 'warn'}>
                {stored.includes(secret) ? text.stored : text.missing}
              </Badge>
            )}
          </li>
        ))}
      </ul>
      <Link
        to="/secrets"
        className="mt-2 inline-block text-[0.8125rem] text-accent underline underline-offset-2"
      >
        {text.secrets}
      </Link>
    </section>
  )
}
