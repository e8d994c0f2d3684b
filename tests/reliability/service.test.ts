import { serviceReliability } from '../catalogue.ts'
import { testPromises } from '../support/promise-tests.ts'

testPromises(serviceReliability, 'small')
