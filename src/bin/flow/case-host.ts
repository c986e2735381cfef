import { createAddressPolicy } from '../../core/address-policy.ts'
import type { CaseHost } from '../../core/flow/index.ts'
import { loadConfig } from '../../platform/config.ts'
import { createCaseScripts } from '../../platform/scripts/case-scripts.ts'

/** What the command `flow` plays cases with: scripts run, and the addresses this service is set to call may be called. */
export async function openCaseHost(): Promise<CaseHost> {
  const { outboundAllow } = loadConfig({ OUTBOUND_ALLOW: process.env.OUTBOUND_ALLOW })
  return { runScript: await createCaseScripts(), addresses: createAddressPolicy(outboundAllow) }
}
