import { API_PREFIX } from '../src/contract/operation.ts'
import { begin, beginAtNumbers } from './support/begin.ts'
import { createPerson, expect, openPage, PASSWORD, signIn, test } from './support/dashboard.ts'
import { checkPage } from './support/page-check.ts'
import { test as shared } from './support/shared.ts'

shared(
  'a key is shown once, works, shows its use, and is refused once revoked',
  async ({ page, request, dashboard }) => {
    await beginAtNumbers(page, dashboard)
    await openPage(page, 'API keys')
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('Web shop')
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = await page.getByLabel('API key', { exact: true }).inputValue()
    await page.keyboard.press('Escape')
    await expect(page.getByLabel('API key', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    const row = page.getByRole('row', { name: /Web shop/ })
    await expect(row).toContainText(`…${key.slice(-4)}`)
    await expect(row).toContainText('0 of 100')
    await expect(row).toContainText('Never')
    expect(await page.content()).not.toContain(key)

    const ping = () => request.post(`${API_PREFIX}/server/ping`, { headers: { 'x-api-key': key }, data: {} })
    expect((await ping()).status()).toBe(200)
    await page.reload()
    await expect(row).toContainText('1 of 100')
    await expect(row).toContainText('just now')

    await page.getByRole('button', { name: 'Revoke Web shop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await expect(row).toContainText('Revoked')
    expect((await ping()).status()).toBe(401)
  },
)

test('a person changes name and password, and ends a session elsewhere, which finds its way back', async ({
  page,
  browser,
  dashboard,
}) => {
  await begin(page, dashboard)
  await page.goto('/account')
  const elsewhere = await (await browser.newContext({ baseURL: dashboard.service.url })).newPage()
  await elsewhere.goto('/account/api-keys')
  await signIn(elsewhere, 'ada@example.org')
  await expect(elsewhere.getByRole('heading', { name: 'API keys', level: 1 })).toBeVisible()

  await page.getByLabel('Your name').fill('Ada L.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: /Ada L\./ })).toBeVisible()
  await expect(page.getByText('Administrator')).toBeVisible()

  await page.getByLabel('Present password').fill('not this one')
  await page.getByLabel('New password').fill(`${PASSWORD} new`)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('The present password is wrong.')).toBeVisible()
  await page.getByLabel('Present password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('This session')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0)

  // The page is told by its stream, which is closed with the session.
  await expect(elsewhere.getByText('Your session has ended.')).toBeVisible()
  await signIn(elsewhere, 'ada@example.org')
  await expect(elsewhere.getByText('E-mail address or password is wrong.')).toBeVisible()
  await signIn(elsewhere, 'ada@example.org', `${PASSWORD} new`)
  await expect(elsewhere.getByText('Your session has ended.')).toHaveCount(0)
  await expect(elsewhere.getByRole('heading', { name: 'API keys', level: 1 })).toBeVisible()
  await elsewhere.context().close()

  await page.getByRole('button', { name: /Ada L\./ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.goto('/clients')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('another person sees their own things only, and that they are no administrator', async ({
  page,
  dashboard,
}) => {
  for (const email of ['ada@example.org', 'grace@example.org']) await createPerson(dashboard, email)
  await dashboard.place.parley(
    'client',
    'create',
    '--email',
    'ada@example.org',
    '--name',
    'Of Ada',
    '--network',
    'sandbox',
  )
  await page.goto('/')
  await signIn(page, 'grace@example.org')
  await expect(page.getByRole('heading', { name: 'Connect your first number' })).toBeVisible()
  await expect(page.getByText('Of Ada')).toHaveCount(0)
  await openPage(page, 'Account')
  await expect(page.getByText('User', { exact: true })).toBeVisible()
  await expect(page.getByText('Administrator')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'System' })).toHaveCount(0)
  await page.goto('/admin/people')
  await expect(page.getByText('There is no such page')).toBeVisible()
  const refused = await page.request.post('/api/rpc/api-reference/users/list', {
    data: {},
    headers: { origin: dashboard.service.url },
  })
  expect(refused.status()).toBe(403)
})

shared(
  'the dashboard speaks Portuguese and Spanish, and remembers it with the theme',
  async ({ page, dashboard }) => {
    await createPerson(dashboard, dashboard.addressOf('ada'))
    await page.goto('/sign-in')
    await page.getByRole('button', { name: 'Language, Appearance' }).click()
    await page.getByRole('menuitemradio', { name: 'Português' }).click()
    await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible()
    await page.getByRole('button', { name: 'Idioma, Aparência' }).click()
    await page.getByRole('menuitemradio', { name: 'Escura' }).click()
    await expect(page.locator('html')).toHaveClass('dark')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible()
    await expect(page.locator('html')).toHaveClass('dark')
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR')

    await page.getByRole('button', { name: 'Idioma, Aparência' }).click()
    await page.getByRole('menuitemradio', { name: 'Español' }).click()
    await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible()
    await page.getByRole('button', { name: 'Idioma, Apariencia' }).click()
    await page.getByRole('menuitemradio', { name: 'Como el sistema' }).click()
    await page.getByLabel('Correo electrónico').fill(dashboard.addressOf('ada'))
    await page.getByLabel('Contraseña').fill('not the password')
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await expect(page.getByText('El correo o la contraseña no es correcto.')).toBeVisible()
    await checkPage(page, 'sign-in-spanish')
    await page.getByLabel('Contraseña').fill(PASSWORD)
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await expect(page.getByRole('heading', { name: 'Conecta tu primer número' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'es-419')
    await checkPage(page, 'clients-spanish')
  },
)

shared(
  'a key can be made for one scope and a time, and does no more',
  async ({ page, request, dashboard }) => {
    await beginAtNumbers(page, dashboard)
    await openPage(page, 'API keys')
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('Reports')
    await page.getByLabel('What it may do').selectOption('Only this')
    await page.getByRole('button', { name: 'Create key' }).click()
    await expect(page.getByText('Choose at least one.')).toBeVisible()
    await page.getByRole('checkbox', { name: 'clients:read' }).check()
    await page.getByLabel('Refused after').selectOption('30 days')
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = await page.getByLabel('API key', { exact: true }).inputValue()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await expect(page.getByRole('row', { name: /Reports/ })).toContainText('1 scope · Until')

    const call = async (operation: string) =>
      (await request.post(`${API_PREFIX}/${operation}`, { headers: { 'x-api-key': key }, data: {} })).status()
    expect(await call('clients/list')).toBe(200)
    expect(await call('flows/list')).toBe(403)
  },
)
