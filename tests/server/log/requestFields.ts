export const app = (differences: object) => ({
  name: "Console",
  platform: "android",
  path: "https://apps.example.com/console.apk",
  versionName: "Spring",
  versionNumber: "1.2.0",
  ...differences,
});
export const person = (differences: object) => ({ name: "Wang", sex: 1, birth: "1995-03-09", addr: "Wuxi", ...differences });
