import { AgreementKind, agreementNames } from '@yunji/contract/content/agreement/rules'
import { PRIVACY_POLICY } from './texts/privacy-policy.ts'
import { SERVICE_AGREEMENT } from './texts/service-agreement.ts'
import { USER_AGREEMENT } from './texts/user-agreement.ts'

/** Version 1 of each kind: every installation has texts to agree to, until its operator publishes others. */
export const builtInAgreements = [
  { kind: AgreementKind.user, title: agreementNames[AgreementKind.user], markdown: USER_AGREEMENT },
  { kind: AgreementKind.privacy, title: agreementNames[AgreementKind.privacy], markdown: PRIVACY_POLICY },
  { kind: AgreementKind.service, title: agreementNames[AgreementKind.service], markdown: SERVICE_AGREEMENT },
] as const
