import { storage } from '../platform/storage.ts'
import { createArrival } from './create-arrival.ts'

export const arrival = createArrival(storage)
