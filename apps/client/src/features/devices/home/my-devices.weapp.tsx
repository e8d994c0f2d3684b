export { MyDevicesPage as MyDevices } from './my-devices-page.tsx'

/** The platform mounts a page at once. */
export const whenReady = undefined
