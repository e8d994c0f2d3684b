/** The product's server with catalogue, orders and ledger. */
import { catalogueRoutes } from '../../apps/server/src/modules/commerce/catalogue/index.ts'
import { ledgerRoutes } from '../../apps/server/src/modules/commerce/ledger/index.ts'
import { orderRoutes } from '../../apps/server/src/modules/commerce/orders/index.ts'
import { purchaseRoutes } from '../../apps/server/src/modules/commerce/purchases/index.ts'
import { openPlatform, serve } from '../load/product-server.ts'

const platform = openPlatform()
const routes = [catalogueRoutes, purchaseRoutes, orderRoutes, ledgerRoutes]
await serve(
  platform,
  routes.flatMap((routesOf) => routesOf(platform)),
)
