import { hasShortForm, security } from '../catalogue.ts'
import { testPromises } from '../support/promise-tests.ts'

testPromises(security.filter(hasShortForm), 'short')
