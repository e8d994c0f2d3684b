import { View } from '@tarojs/components'

export default function DeviceUpgradeDevicePage() {
  return <View>Device/upgradeDevice</View>
}
