import { decideAgreements, getPendingAgreements } from '@yunji/contract/content/agreement/calls'
import type { AgreementKind } from '@yunji/contract/content/agreement/rules'
import type { ShownAgreement } from '@yunji/contract/content/agreement/schema'
import type { CallData } from '@yunji/contract/wire/call'
import { queryClient, requestData, useCall } from '../../../shared/api/query.ts'
import { session } from '../../../shared/session/session.ts'

/** Consequence of putting a decision off. */
export const PUT_OFF_TEXT = '暂不同意不影响已购买的云手机、云豆和数据，之后可随时在协议页同意'

export type PendingAgreement = CallData<typeof getPendingAgreements>['records'][number]

/** The version on screen, while the user has not agreed to it; undefined for visitors. */
export const usePendingAgreement = (kind: AgreementKind, version: number | undefined): PendingAgreement | undefined =>
  useCall(getPendingAgreements, {}).data?.records.find((each) => each.kind === kind && each.version === version)

const keyOf = ({ kind, version }: ShownAgreement): string => `${kind}-${version}`

/** Versions that somebody has decided on since the start of the client. */
const decided = new Set<string>()
session.store.subscribe((now, before) => {
  if (now.userId !== before.userId) decided.clear()
})

export const isDecided = (agreement: ShownAgreement): boolean => decided.has(keyOf(agreement))

interface Decision {
  readonly agreements: readonly ShownAgreement[]
  readonly isAgreed: boolean
  readonly way: 'dialog' | 'page'
}

export const sendDecision = async ({ agreements, isAgreed, way }: Decision): Promise<void> => {
  const shown = agreements.map(({ kind, version }) => ({ kind, version }))
  await requestData(decideAgreements, { agreements: shown, isAgreed, way })
  for (const each of shown) decided.add(keyOf(each))
  await queryClient.invalidateQueries({ queryKey: [getPendingAgreements.path] })
}
