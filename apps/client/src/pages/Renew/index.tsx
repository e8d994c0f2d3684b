import { View } from '@tarojs/components'

export default function RenewPage() {
  return <View>Renew/index</View>
}
