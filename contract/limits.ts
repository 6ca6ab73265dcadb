/** Every limit that a form, the server and a message share. Lengths count code points unless the name says bytes. */
export const limits = {
  page: { size: 20, max: 1000, demo: 10, mock: 20 },
  bulk: 10_000,
  /** Rows of a whole filter that are changed behind the answer. */
  matching: 100_000,
  account: 64,
  password: { min: 6, max: 18 },
  /** Of one that is asked for: a first one may be longer than those that users give themselves. */
  typedPassword: 200,
  captcha: { length: 4, ttlSeconds: 300 },
  phoneCode: {
    length: 6,
    ttlSeconds: 300,
    perPhonePerHour: 10,
    perAddressPerHour: 30,
    longestWaitSeconds: 480,
    freePerAddress: 20,
    addressWaitSeconds: 10,
    longestAddressWaitSeconds: 600,
  },
  resend: { loginSeconds: 300, registerSeconds: 300, resetSeconds: 60 },
  login: { perAccount: 5, perAddress: 50, lockSeconds: 60, lockMaxSeconds: 900 },
  session: { idleSeconds: 24 * 3600, maxSeconds: 30 * 24 * 3600 },
  /** Pages of one session that are told of what happens at the same time. */
  socketsPerSession: 20,
  /** How long a browser keeps the mark by which it is known again: browsers keep no cookie longer than 400 days. */
  knownBrowserSeconds: 400 * 24 * 3600,
  /** A phone or e-mail address that became another takes no codes for so long. */
  changedAddressSeconds: 24 * 3600,
  passwordStrict: { min: 12 },
  names: { person: 20, organisation: 20, platform: 18, device: 40, contact: 20, template: 40, role: 20, menu: 20 },
  age: { min: 0, max: 200 },
  address: 100,
  remark: 200,
  slave: { min: 1, max: 247, perDevice: 247 },
  type: { attributes: 20, choices: 400, value: 100, related: 50 },
  /** Periods whose new installations are asked for at once, and groups of them. */
  device: { foreignId: 64, installPeriods: 60, installGroups: 200 },
  /** SNs with their passwords that are registered at once. */
  registry: { atOnce: 1000 },
  /** Devices that go to another organisation at once. */
  transfer: 1000,
  /** Devices that one end user asks for and has no answer yet. */
  bindRequests: 20,
  /** Rows of a table that is imported; tables of one user that wait to be taken over, hours that one is kept. */
  sheet: { rows: 10_000, perUser: 5, keptHours: 24 },
  /** Devices that one user follows. */
  follow: 1000,
  /** Devices whose service one call prolongs within its answer, and by how many months at most. */
  lease: { atOnce: 200, months: 240 },
  /** Of many devices that are changed: in one step, and commanded at the same time. */
  change: { atOnce: 100, commanded: 20 },
  /** Videos of one device, characters of an address, the largest number to sort by. */
  video: { perDevice: 32, address: 1000, sort: 9999 },
  /** Devices and slaves in one group. */
  group: { members: 10_000 },
  point: { perTemplate: 2000, enumeration: 64, decimals: 10, unit: 20, sort: 1_000_000, categorySort: 9999, registers: 125 },
  /** The longest interval at which a Modbus slave is polled. */
  pollSeconds: 86_400,
  /** Characters of what is tried on data points: the longest answer, in whatever way it is written. */
  trial: { text: 4000, value: 200 },
  modbus: { heartbeatBytes: 64, timeoutMs: [100, 5000], registers: 125 },
  iconGroup: { value: 64, pictures: 100 },
  deviceTemplate: { rules: 100 },
  alarmGroup: { contacts: 100 },
  /** Of what is noted of an alarm record: characters of a comment, comments of one record. */
  alarmComment: { text: 500, perRecord: 200 },
  /** Of what holds notices back: characters of its reason, days that its end may be ahead. */
  mask: { reason: 200, aheadDays: 366 },
  /** Of notices of alarms: messages that a contact gets by one channel within an hour; characters of a webhook's address. */
  alarmNotice: { perHour: [1, 100], usualPerHour: 10, url: 500 },
  /** Of an alarm rule: minutes between reminders; steps of an escalation, and minutes until one; seconds of a delay; holidays, and characters of their names. */
  alarmRule: {
    repeatMinutes: [1, 1440],
    further: 4,
    windowMinutes: [1, 1440],
    steps: 3,
    stepMinutes: [1, 10_080],
    delaySeconds: 86_400,
    holidays: 60,
    holidayName: 40,
  },
  /** Of a rule that is tried: days, readings that are replayed, alarms that are listed, and alarms from which on there are many. */
  alarmTry: { days: 31, readings: 100_000, listed: 500, many: 100 },
  order: { values: 50, devices: 100 },
  /** Of a command that is not sent at once: days that it may be ahead, seconds that it stays valid for a device that is away, commands that wait for one device. */
  command: { aheadDays: 31, keepSeconds: [60, 2_592_000], waiting: 50 },
  /** Of a panel of devices: its grid, elements and bytes of its layout, texts of a state, commands; panels that one device shows. */
  panel: { columns: 24, rows: 200, elements: 200, bytes: 262_144, texts: 20, commands: 200, shown: 20 },
  history: { points: 10, rows: 10_000, columns: 4000 },
  /** Devices whose stored readings are looked through, exported or deleted at once, and rows of a page of them. */
  data: { devices: 20, rows: 500 },
  logDays: 400,
  /** Days that a track is asked of at once, and places that are answered of it; of a longer one they are so far apart. */
  track: { days: 31, places: 10_000 },
  /** The nearest zoom that devices are counted at, and cells that are counted at once. */
  map: { zoom: 17, cells: 2000 },
  /** Listed for one user: so many of each kind, and none that is older. */
  notices: { alarms: 50, presence: 30, leases: 20, days: 30 },
  /** Jobs of an organisation that have not ended; of one user those that are listed; days that an ended one is kept with its file. */
  /** `files` are kept of one user, `fileBytes` of one organisation: the oldest give way. */
  jobs: { perOrganisation: 20, perUser: 10, listed: 50, keptDays: 7, files: 50, fileBytes: 1_073_741_824 },
  body: { bytes: 1_048_576 },
  /** Of a request: fields of a form, names in JSON, values and items altogether; faults that its refusal names, and characters of each's place. */
  request: { fields: 200, names: 5000, members: 20_000, faults: 20, place: 200 },
  /** Of a request that carries a table: the same. */
  tableRequest: { names: 80_000, members: 100_000 },
  upload: { avatarBytes: 1_048_576, pictureBytes: 5 * 1_048_576, sheetBytes: 5 * 1_048_576, packageBytes: 200 * 1_048_576 },
  /** Pictures that one user may upload within a day. */
  picturesPerDay: { count: 500, bytes: 100 * 1_048_576 },
  /** What one user may have remembered: keys, characters of each value, bytes of all together. */
  preferences: { keys: 500, characters: 100_000, bytes: 1_048_576 },
  /** Pixels of a picture, all frames of a GIF together; its longest side, as it comes and as it is kept. */
  picture: { pixels: 25_000_000, side: 12_000, kept: { avatar: 512, picture: 4096 } },
  licenceFile: 20_000,
  rolesPerUser: 50,
  recoveryCodes: 10,
  freeLicence: { companies: 100, users: 1000, devices: 1000 },
  mqttPayload: { bytes: 65_536 },
} as const;

export const codePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};
