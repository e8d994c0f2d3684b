import {
  getGoodsDetails as detailsCall,
  getGoodsList as listCall,
  getGoodPrice as priceCall,
  getSeckillList as seckillCall,
  getZoneStock as stockCall,
} from '@yunji/contract/commerce/commodity/calls'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { createCatalogueCache } from './catalogue-cache.ts'
import { type CatalogueDeps, getGoodPrice, getGoodsDetails, getGoodsList, getZoneStock } from './get-goods.ts'
import { operatorRoutes } from './operator-routes.ts'
import { getSeckillList } from './seckill.ts'

export const catalogueRoutes = (deps: CatalogueDeps): Binding[] => {
  const cached = { ...deps, cache: createCatalogueCache(deps.database.pool) }
  return [
    bind(listCall, (query, { caller }) => getGoodsList(cached)(caller, query)),
    bind(detailsCall, ({ goodId }, { caller }) => getGoodsDetails(cached)(caller, goodId)),
    bind(priceCall, (query, { caller }) => getGoodPrice(cached)(caller, query)),
    bind(stockCall, ({ configId }) => getZoneStock(deps)(configId)),
    bind(seckillCall, (_input, { caller }) => getSeckillList(deps)(caller)),
    ...operatorRoutes(deps),
  ]
}
