// Parts of plotly.js are written for Node's name of the global object. This module has to be imported before them.
Object.assign(globalThis, { global: globalThis });
