import * as calls from '@yunji/contract/operator/goods-calls'
import { bindAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import type { CatalogueDeps } from './get-goods.ts'
import { findConfiguration, findGoods, findProductListed } from './goods-store.ts'
import { createProduct, listProduct, saveConfiguration, saveGoods, searchGoods } from './manage-goods.ts'
import {
  applyReprice,
  getPriceHistory,
  previewReprice,
  pricesForAudit,
  searchProducts,
  setPrice,
} from './manage-prices.ts'
import { findPrice } from './product-store.ts'

export const operatorRoutes = (deps: CatalogueDeps): Binding[] => [
  bind(calls.searchProducts, searchProducts(deps)),
  bind(calls.getPriceHistory, getPriceHistory(deps)),
  bindAudited(
    deps,
    calls.setPrice,
    { subject: ({ productId }) => `product:${productId}`, read: (tx, { productId }) => findPrice(tx, productId) },
    async (joined, input, { operator: { name } }) => {
      await setPrice(joined)(input, name)
      return null
    },
  ),
  bind(calls.previewReprice, previewReprice(deps)),
  bindAudited(
    deps,
    calls.applyReprice,
    {
      subject: ({ digest: _digest, ...rule }) => `reprice:${Object.entries(rule).flat().join(' ')}`,
      read: (tx, filter) => pricesForAudit(tx, filter, deps.clock.now()),
    },
    (joined, input, { operator: { name } }) => applyReprice(joined)(input, name),
  ),
  bind(calls.searchGoods, searchGoods(deps)),
  bindAudited(
    deps,
    calls.saveGoods,
    {
      subject: (_input, { goodId }) => `goods:${goodId}`,
      read: async (tx, { goodId }, data) => {
        const id = data?.goodId ?? goodId
        return id === undefined ? undefined : findGoods(tx, id)
      },
    },
    (joined, input) => saveGoods(joined)(input),
  ),
  bindAudited(
    deps,
    calls.saveConfiguration,
    {
      subject: (_input, { configId }) => `configuration:${configId}`,
      read: async (tx, { configId }, data) => {
        const id = data?.configId ?? configId
        return id === undefined ? undefined : findConfiguration(tx, id)
      },
    },
    (joined, input) => saveConfiguration(joined)(input),
  ),
  bindAudited(
    deps,
    calls.createProduct,
    { subject: (_input, { productId }) => `product:${productId}`, after: (input) => input },
    (joined, input, { operator: { name } }) => createProduct(joined)(input, name),
  ),
  bindAudited(
    deps,
    calls.setProductListed,
    {
      subject: ({ productId }) => `product:${productId}`,
      read: (tx, { productId }) => findProductListed(tx, productId),
    },
    (joined, input) => listProduct(joined)(input),
  ),
]
