import { storage } from '../platform/storage/storage.ts'
import { createReferral } from './create-referral.ts'
import { session } from './session.ts'

export const referral = createReferral({ storage, store: session.store })
