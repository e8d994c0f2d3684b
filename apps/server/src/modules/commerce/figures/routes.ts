import { getAccountFigures as figuresCall } from '@yunji/contract/commerce/wallet/calls'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { type FigureDeps, getAccountFigures } from './get-account-figures.ts'

export const figureRoutes = (deps: FigureDeps): Binding[] => [
  bind(figuresCall, (_input, { caller }) => getAccountFigures(deps)(caller)),
]
