import type { TemplateName } from '../../features/flows/templates/templates.ts'

interface TemplateWords {
  title: string
  summary: string
}

/** Of the gallery of flows. */
export const templates = {
  title: 'Templates',
  intro: 'Whole conversations that work. Take one, change its texts, put it on your number.',
  manyLanguages: 'Talks in several languages',
  oneLanguage: 'Its texts are in the language of this page.',
  conversation: 'A conversation with it',
  picture: 'The flow, drawn in small',
  from: { contact: 'The contact', flow: 'The flow' },
  contents: 'What comes with it',
  steps: (count: number) => `${count} steps, drawn and ready to change`,
  table: (name: string, rows: number) =>
    rows === 0
      ? `The table “${name}”, which fills by itself`
      : `The table “${name}” with ${rows === 1 ? 'one row' : `${rows} rows`} to begin with`,
  cases: (count: number) =>
    count === 0
      ? 'No tests yet'
      : count === 1
        ? 'One test, played before each publish'
        : `${count} tests, played before each publish`,
  model: 'You set up a language model for it, under Settings',
  secret: (name: string) => `You store the secret “${name}” for it, under Connect`,
  use: 'Use this template',
  all: {
    'restaurant-cart': {
      title: 'Restaurant: order with a bag',
      summary: 'Takes orders by a menu from a table: bag, delivery or pick-up, payment and confirmation.',
    },
    'clinic-bookings': {
      title: 'Clinic: appointments',
      summary: 'Books, shows and cancels appointments; one slot is never given to two people.',
    },
    'shop-payment': {
      title: 'Shop: order and payment',
      summary: 'Products with stock, a payment link, and the confirmation when it is paid.',
    },
    'support-desk': {
      title: 'Support with an assistant',
      summary: 'Answers from your documents, looks orders up, and hands over to a person.',
    },
    'lead-qualification': {
      title: 'Lead qualification',
      summary: 'A short conversation that scores who is interested and passes the good ones on.',
    },
    'school-office': {
      title: 'School office',
      summary: 'Enrolment, second copy of a bill, sick notes by photo, calendar and messages.',
    },
    'gym-members': {
      title: 'Gym',
      summary: 'Prices by plan and people, places in classes, a free trial visit.',
    },
    'estate-agent': {
      title: 'Estate agent',
      summary: 'An assistant that finds homes in a table and books a viewing.',
    },
    'event-signup': {
      title: 'Event sign-up',
      summary: 'A limited number of places, a waiting list, cancelling, and a reminder the day before.',
    },
    'delivery-tracking': {
      title: 'Delivery tracking',
      summary: 'Says where a parcel is, moves its day, and deals with wrong addresses and losses.',
    },
    'nps-survey': {
      title: 'Satisfaction survey (NPS)',
      summary: 'Asks for a score after a purchase; the pleased review, the displeased get a person.',
    },
    'languages-menu': {
      title: 'Menu in three languages',
      summary: 'A hotel’s reception that asks for the language once and remembers it.',
    },
    'repair-shop': {
      title: 'Repair shop',
      summary:
        'Takes in what is broken with a photo, says how it is going, and asks whether a quote is accepted.',
    },
    'cake-orders': {
      title: 'Cakes to order',
      summary: 'Flavour, size and a day that has room; the receipt of the deposit makes it firm.',
    },
    'water-delivery': {
      title: 'Water and gas delivery',
      summary: 'Remembers the last order and repeats it with one answer.',
    },
    'accountant-documents': {
      title: 'Documents for the accountant',
      summary: 'Collects papers one by one, files them by company, and says what came and what is due.',
    },
    'appointment-booking': {
      title: 'Book a visit',
      summary: 'Service, day and hour, with a summary to confirm.',
    },
    'order-status': {
      title: 'Order status',
      summary: 'A menu that says where an order is, takes a return, or calls a person.',
    },
    'news-opt-in': {
      title: 'Opt-in for news',
      summary: 'Asks before anything is sent; silence ends it.',
    },
    'group-entrance': {
      title: 'Group: a question at the door',
      summary:
        'Asks who wants to join whether they agree with the rules, lets them in or not, and welcomes them in the group.',
    },
    'stop-word': {
      title: 'Stop word',
      summary: 'Whoever writes “stop” leaves any conversation with a flow of this number.',
    },
  } satisfies Record<TemplateName, TemplateWords> as Record<TemplateName, TemplateWords>,
}
