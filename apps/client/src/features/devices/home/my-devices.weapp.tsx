export { MyDevicesPage as MyDevices } from './my-devices-page.tsx'
