/** Agreements between the customer and the operator of the service. */
export const AgreementKind = { user: 1, privacy: 2, service: 3 } as const
export type AgreementKind = (typeof AgreementKind)[keyof typeof AgreementKind]

export const agreementNames: Readonly<Record<AgreementKind, string>> = {
  [AgreementKind.user]: '用户协议',
  [AgreementKind.privacy]: '隐私政策',
  [AgreementKind.service]: '云手机服务协议',
}

/** Ticked at every login; a new version of them is put before every user once. The others are ticked with each purchase. */
export const loginAgreements = [AgreementKind.user, AgreementKind.privacy] as const

/** Occasion of a decision. */
export const consentWays = ['login', 'dialog', 'page', 'purchase'] as const
export type ConsentWay = (typeof consentWays)[number]
