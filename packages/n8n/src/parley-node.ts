import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow'
import { NodeConnectionTypes } from 'n8n-workflow'
import { ACTIONS } from './actions.ts'
import { connect, toNodeError } from './connection.ts'
import { getClients, getFlows } from './load-options.ts'
import { PARAMETERS } from './parameters.ts'

/** Sends and reads messages, and starts flows. */
export class Parley implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Parley',
    name: 'parley',
    icon: 'file:parley.svg',
    group: ['output'],
    version: 1,
    subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
    description: 'Send messages, read conversations and start flows with Parley',
    defaults: { name: 'Parley' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'parleyApi', required: true }],
    properties: PARAMETERS,
  }

  methods = { loadOptions: { getClients, getFlows } }

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const parley = connect(await this.getCredentials('parleyApi'))
    const signal = this.getExecutionCancelSignal()
    const results: INodeExecutionData[] = []
    for (const item of this.getInputData().keys()) {
      const name = `${this.getNodeParameter('resource', item)}.${this.getNodeParameter('operation', item)}`
      try {
        const found = (await ACTIONS[name]?.({ node: this, parley, item, signal })) ?? []
        results.push(...found.map((result) => ({ ...result, pairedItem: { item } })))
      } catch (error) {
        const failure = toNodeError(this.getNode(), error, item)
        if (!this.continueOnFail()) throw failure
        results.push({
          json: { error: failure.message, ...this.getInputData()[item]?.json },
          pairedItem: { item },
        })
      }
    }
    return [results]
  }
}
