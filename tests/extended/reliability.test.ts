import { hasShortForm, moneyReliability, phoneReliability, serviceReliability } from '../catalogue.ts'
import { testPromises } from '../support/promise-tests.ts'

testPromises([...moneyReliability, ...serviceReliability, ...phoneReliability].filter(hasShortForm), 'short')
