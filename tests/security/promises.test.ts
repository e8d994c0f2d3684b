import { security } from '../catalogue.ts'
import { testPromises } from '../support/promise-tests.ts'

testPromises(security, 'small')
