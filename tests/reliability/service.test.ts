import { serviceReliability, soaks } from '../catalogue.ts'
import { testPromises } from '../support/promise-tests.ts'

testPromises([...serviceReliability, ...soaks], 'small')
