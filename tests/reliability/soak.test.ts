import { soaks } from '../catalogue.ts'
import { testShortForms } from '../support/short-form.ts'

testShortForms(soaks)
