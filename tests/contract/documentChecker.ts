import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** A validator that knows the document as `openapi`, so that any schema of it can be asked for by its pointer. */
export const documentChecker = (document: object): Ajv2020 => {
  const checker = new Ajv2020({ strict: true, strictTypes: false, strictTuples: false, allErrors: true, allowUnionTypes: true });
  addFormats.default(checker);
  // What the document holds beside schemas is no keyword to a validator.
  for (const word of Object.keys(document)) checker.addKeyword(word);
  checker.addSchema({ $id: "openapi", ...document });
  return checker;
};
