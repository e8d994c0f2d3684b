/** The product's server with the device list. */
import { getDeviceList } from '@yunji/contract/devices/device/calls'
import * as lists from '../../apps/server/src/modules/devices/fleet/list-devices.ts'
import { bind } from '../../apps/server/src/platform/http/binding.ts'
import { createSuppliers } from '../../apps/server/src/platform/supplier.ts'
import { openPlatform, serve } from '../load/product-server.ts'

const platform = openPlatform()
const covers = { addressOf: (userId: number, deviceId: number) => `/covers/${userId}-${deviceId}.jpg?v=0` }
const suppliers = createSuppliers([])
await serve(platform, [
  bind(getDeviceList, (input, { caller }) => lists.getDeviceList({ ...platform, covers, suppliers })(caller, input)),
])
