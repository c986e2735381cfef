/**
 * Countries whose numbers people write in two ways. The directory answers with the one an account is registered under,
 * and nothing reaches anybody under the other: whatsmeow issue 874 (Brazil, DDD 61 without the 9; Mexico with the 1),
 * wwebjs issue 596 (Brazil: with the 9 up to DDD 28), Baileys issue 1997 (a chat under the other form is nobody's).
 */
interface Plan {
  /** A number with the extra digit: its parts around the digit. */
  long: RegExp
  /** A number without it. */
  short: RegExp
  digit: string
  isRegisteredLong(area: string): boolean
}

const FIRST_AREA_WITHOUT_NINE = 31

const PLANS: readonly Plan[] = [
  {
    long: /^(55\d\d)9([6-9]\d{7})$/,
    short: /^(55\d\d)([6-9]\d{7})$/,
    digit: '9',
    isRegisteredLong: (area) => Number(area.slice(2)) < FIRST_AREA_WITHOUT_NINE,
  },
  { long: /^(52)1(\d{10})$/, short: /^(52)(\d{10})$/, digit: '1', isRegisteredLong: () => true },
  { long: /^(54)9(\d{10})$/, short: /^(54)(\d{10})$/, digit: '9', isRegisteredLong: () => true },
]

interface Forms {
  long: string
  short: string
  registered: string
}

function formsOf(number: string): Forms | undefined {
  for (const { long, short, digit, isRegisteredLong } of PLANS) {
    const [, head, tail] = long.exec(number) ?? short.exec(number) ?? []
    if (head === undefined || tail === undefined) continue
    const forms = { long: `${head}${digit}${tail}`, short: `${head}${tail}` }
    return { ...forms, registered: isRegisteredLong(head) ? forms.long : forms.short }
  }
  return undefined
}

/** The other way in which people write a number, for numbers that have one. */
export function otherSpelling(number: string): string | undefined {
  const forms = formsOf(number)
  return forms && (forms.long === number ? forms.short : forms.long)
}

/** The form under which the network knows a number that nobody has made known in another one. */
export const registeredForm = (number: string): string => formsOf(number)?.registered ?? number

/** Numbers that are nobody's, unless a scenario makes one a contact: a network without them hides what then happens. */
export const isNobodys = (number: string): boolean => number.startsWith('0') || number.endsWith('0404')
