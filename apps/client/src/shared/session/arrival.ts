import { storage } from '../platform/storage/storage.ts'
import { createArrival } from './create-arrival.ts'
import { session } from './session.ts'

export const arrival = createArrival({ storage, store: session.store })
