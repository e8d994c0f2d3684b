import { useState } from 'react'
import { randomId } from '../platform/random-id.ts'
import { createSubmit } from './create-submit.ts'

/** A page's own way to make an order: see `createSubmit`. */
export const useSubmit = () => useState(() => createSubmit(randomId))[0]
