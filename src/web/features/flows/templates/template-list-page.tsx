import { Link } from '@tanstack/react-router'
import {
  Bike,
  BookOpenText,
  Cake,
  CalendarCheck,
  DoorOpen,
  Droplets,
  Dumbbell,
  FileStack,
  GraduationCap,
  Hand,
  House,
  Languages,
  type LucideIcon,
  Megaphone,
  PackageSearch,
  ShoppingBag,
  Star,
  Stethoscope,
  Target,
  Ticket,
  Utensils,
  Wrench,
} from 'lucide-react'
import { useText } from '../../../i18n/language.tsx'
import { BackLink } from '../../../ui/back-link.tsx'
import { Page } from '../../../ui/page.tsx'
import { BeginLink } from '../../start/begin-link.tsx'
import { useTemplatesText } from './template-data.ts'
import { TemplatePicture } from './template-picture.tsx'
import { isInManyLanguages, TEMPLATE_NAMES, type TemplateName } from './templates.ts'

const ICONS: Record<TemplateName, LucideIcon> = {
  'restaurant-cart': Utensils,
  'clinic-bookings': Stethoscope,
  'shop-payment': ShoppingBag,
  'support-desk': BookOpenText,
  'lead-qualification': Target,
  'school-office': GraduationCap,
  'gym-members': Dumbbell,
  'estate-agent': House,
  'event-signup': Ticket,
  'delivery-tracking': Bike,
  'nps-survey': Star,
  'languages-menu': Languages,
  'repair-shop': Wrench,
  'cake-orders': Cake,
  'water-delivery': Droplets,
  'accountant-documents': FileStack,
  'appointment-booking': CalendarCheck,
  'order-status': PackageSearch,
  'news-opt-in': Megaphone,
  'group-entrance': DoorOpen,
  'stop-word': Hand,
}

/** The gallery of flows that are ready to be made one's own. */
export function TemplateListPage() {
  const { flows } = useText()
  const text = useTemplatesText()
  return (
    <Page
      title={text.title}
      intro={text.intro}
      lead={<BackLink to="/flows">{flows.title}</BackLink>}
      actions={<BeginLink />}
    >
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {TEMPLATE_NAMES.map((name) => {
          const Icon = ICONS[name]
          const { title, summary } = text.all[name]
          return (
            <li key={name}>
              <Link
                to="/flows/templates/$name"
                params={{ name }}
                className="flex h-full flex-col overflow-hidden rounded-2xl border border-line bg-surface shadow-soft transition-colors hover:border-accent"
              >
                <span className="h-36 border-b border-line bg-sunken p-4">
                  <TemplatePicture name={name} />
                </span>
                <span className="flex grow flex-col p-5">
                  <span className="flex items-center gap-2.5 font-semibold">
                    <Icon className="size-4.5 shrink-0 text-accent" strokeWidth={1.9} aria-hidden />
                    {title}
                  </span>
                  <span className="mt-1.5 grow text-sm text-pretty text-ink-soft">{summary}</span>
                  {isInManyLanguages(name) && (
                    <span className="mt-3 text-xs text-ink-soft">{text.manyLanguages}</span>
                  )}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </Page>
  )
}
