import { reliability } from '../catalogue.ts'
import { testShortForms } from '../support/short-form.ts'

testShortForms(reliability)
