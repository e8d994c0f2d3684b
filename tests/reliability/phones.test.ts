import { phoneReliability } from '../catalogue.ts'
import { testPromises } from '../support/promise-tests.ts'

testPromises(phoneReliability, 'small')
