/** The organisations of the demonstration: the root, three regions, and the sites where devices stand. Degrees are WGS-84. */
export interface Region {
  readonly id: string;
  readonly name: string;
  readonly zone: string;
}

export interface Site extends Region {
  readonly regionId: string;
  readonly short: string;
  readonly province: string;
  readonly city: string;
  readonly district: string;
  readonly address: string;
  readonly lng: number;
  readonly lat: number;
  /** Way points of a road that vehicles of the site drive to and fro. */
  readonly road: readonly (readonly [lng: number, lat: number])[];
}

const shanghaiTime = "Asia/Shanghai";

export const regions: readonly Region[] = [
  { id: "demo-east", name: "华东大区 East China", zone: shanghaiTime },
  { id: "demo-south", name: "华南大区 South China", zone: shanghaiTime },
  { id: "demo-west", name: "西部大区 West China", zone: shanghaiTime },
];

export const sites: readonly Site[] = [
  {
    id: "demo-shanghai",
    regionId: "demo-east",
    name: "浦东基地 Shanghai",
    short: "浦东",
    province: "上海市",
    city: "上海市",
    district: "浦东新区",
    address: "上海市浦东新区世纪大道",
    zone: shanghaiTime,
    lng: 121.55,
    lat: 31.2,
    road: [
      [121.32, 31.195],
      [121.36, 31.203],
      [121.4, 31.21],
      [121.43, 31.217],
      [121.456, 31.224],
      [121.475, 31.229],
      [121.492, 31.234],
      [121.507, 31.238],
      [121.52, 31.232],
      [121.54, 31.222],
    ],
  },
  {
    id: "demo-hangzhou",
    regionId: "demo-east",
    name: "滨江基地 Hangzhou",
    short: "滨江",
    province: "浙江省",
    city: "杭州市",
    district: "滨江区",
    address: "浙江省杭州市滨江区江南大道",
    zone: shanghaiTime,
    lng: 120.2,
    lat: 30.2,
    road: [
      [120.165, 30.185],
      [120.19, 30.197],
      [120.21, 30.207],
      [120.232, 30.214],
      [120.255, 30.223],
    ],
  },
  {
    id: "demo-nanjing",
    regionId: "demo-east",
    name: "江宁基地 Nanjing",
    short: "江宁",
    province: "江苏省",
    city: "南京市",
    district: "江宁区",
    address: "江苏省南京市江宁区双龙大道",
    zone: shanghaiTime,
    lng: 118.83,
    lat: 31.95,
    road: [
      [118.79, 31.995],
      [118.805, 31.975],
      [118.822, 31.955],
      [118.838, 31.935],
      [118.85, 31.912],
    ],
  },
  {
    id: "demo-shenzhen",
    regionId: "demo-south",
    name: "南山基地 Shenzhen",
    short: "南山",
    province: "广东省",
    city: "深圳市",
    district: "南山区",
    address: "广东省深圳市南山区深南大道",
    zone: shanghaiTime,
    lng: 113.95,
    lat: 22.58,
    road: [
      [113.93, 22.541],
      [113.955, 22.54],
      [113.985, 22.537],
      [114.02, 22.538],
      [114.055, 22.542],
      [114.085, 22.543],
      [114.118, 22.545],
    ],
  },
  {
    id: "demo-guangzhou",
    regionId: "demo-south",
    name: "黄埔基地 Guangzhou",
    short: "黄埔",
    province: "广东省",
    city: "广州市",
    district: "黄埔区",
    address: "广东省广州市黄埔区黄埔东路",
    zone: shanghaiTime,
    lng: 113.45,
    lat: 23.14,
    road: [
      [113.27, 23.128],
      [113.31, 23.126],
      [113.345, 23.122],
      [113.385, 23.117],
      [113.42, 23.108],
      [113.46, 23.105],
    ],
  },
  {
    id: "demo-chengdu",
    regionId: "demo-west",
    name: "高新基地 Chengdu",
    short: "高新",
    province: "四川省",
    city: "成都市",
    district: "高新区",
    address: "四川省成都市高新区天府大道",
    zone: shanghaiTime,
    lng: 104.06,
    lat: 30.58,
    road: [
      [104.066, 30.657],
      [104.067, 30.63],
      [104.068, 30.6],
      [104.069, 30.57],
      [104.07, 30.54],
      [104.07, 30.505],
    ],
  },
  {
    id: "demo-xian",
    regionId: "demo-west",
    name: "雁塔基地 Xi'an",
    short: "雁塔",
    province: "陕西省",
    city: "西安市",
    district: "雁塔区",
    address: "陕西省西安市雁塔区长安南路",
    zone: shanghaiTime,
    lng: 108.95,
    lat: 34.21,
    road: [
      [108.946, 34.26],
      [108.946, 34.24],
      [108.947, 34.22],
      [108.947, 34.2],
      [108.948, 34.18],
    ],
  },
  {
    id: "demo-urumqi",
    regionId: "demo-west",
    name: "天山基地 Urumqi",
    short: "天山",
    province: "新疆",
    city: "乌鲁木齐市",
    district: "天山区",
    address: "新疆乌鲁木齐市天山区河滩快速路",
    zone: "Asia/Urumqi",
    lng: 87.6,
    lat: 43.82,
    road: [
      [87.605, 43.87],
      [87.6, 43.85],
      [87.598, 43.83],
      [87.6, 43.81],
      [87.606, 43.79],
      [87.612, 43.77],
    ],
  },
];
