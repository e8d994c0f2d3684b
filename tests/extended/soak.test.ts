import { soaks } from '../catalogue.ts'
import { testPromises } from '../support/promise-tests.ts'

testPromises(soaks, 'short')
