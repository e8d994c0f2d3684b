import { View } from '@tarojs/components'

export default function UserCloudBeansListPage() {
  return <View>user/cloudBeansList</View>
}
