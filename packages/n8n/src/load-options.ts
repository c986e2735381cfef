import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow'
import { connect } from './connection.ts'

const byName = (a: INodePropertyOptions, b: INodePropertyOptions): number => a.name.localeCompare(b.name)

/** The accounts that the key may use. */
export async function getClients(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const clients = await connect(await this.getCredentials('parleyApi')).clients.list({})
  return clients
    .map(({ id, name, phoneNumber }) => ({
      name: phoneNumber ? `${name} (${phoneNumber})` : String(name),
      value: id,
    }))
    .sort(byName)
}

/** Published flows of the account that was chosen. */
export async function getFlows(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  const clientId = String(this.getCurrentNodeParameter('clientId') ?? '')
  const parley = connect(await this.getCredentials('parleyApi'))
  const flows = await parley.flows.list({ status: 'published', ...(clientId === '' ? {} : { clientId }) })
  return flows.map(({ id, name }) => ({ name, value: id })).sort(byName)
}
