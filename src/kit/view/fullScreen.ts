/** The whole page on the whole screen, or back. */
export const toggleFullScreen = (): void => {
  if (document.fullscreenElement) void document.exitFullscreen();
  else void document.documentElement.requestFullscreen();
};
