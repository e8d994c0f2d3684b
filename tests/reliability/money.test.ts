import { moneyReliability } from '../catalogue.ts'
import { testPromises } from '../support/promise-tests.ts'

testPromises(moneyReliability, 'small')
