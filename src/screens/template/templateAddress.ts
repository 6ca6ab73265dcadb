export const pointsView = "/template/edit";

/** The data points of a template. */
export const pointsAddress = (recipeId: string): string => `${pointsView}?id=${encodeURIComponent(recipeId)}`;

/** Adds a data point to a template. */
export const addPointAddress = (recipeId: string): string => `/template/adds?recipeId=${encodeURIComponent(recipeId)}`;

/** Edits a data point. */
export const editPointAddress = (pointId: string): string => `/template/edits?id=${encodeURIComponent(pointId)}`;

export const appsView = "/template/apps";
export const appView = "/template/app";

/** What the app shows of a data template. */
export const appAddress = (recipeId: string): string => `${appView}?id=${encodeURIComponent(recipeId)}`;

export const parametersView = "/template/argument";

export const registersView = "/template/registerset";

/** In which registers the data points of a template are. */
export const registersAddress = (recipeId: string): string => `${registersView}?id=${encodeURIComponent(recipeId)}`;

export const sheetView = "/template/sheet";

/** The data points of a template as a spreadsheet. */
export const sheetAddress = (recipeId: string): string => `${sheetView}?id=${encodeURIComponent(recipeId)}`;
