package org.ratchetdb.tests.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ratchetdb.common.error.DbException;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.executor.function.KernelRegistry;
import org.ratchetdb.sqlfrontend.function.FunctionCatalog;
import org.ratchetdb.sqlfrontend.function.FunctionSignature;

/** A signature without code would be found out by the first user who calls it. */
class SignaturesHaveCodeTest {
  @ParameterizedTest
  @EnumSource
  void everyScalarSignatureHasAKernel(Dialect dialect) {
    List<String> missing = new ArrayList<>();
    for (FunctionSignature signature : FunctionCatalog.forDialect(dialect).allSignatures()) {
      if (signature.aggregate() || signature.kernel().equals("count_star")) {
        continue;
      }
      try {
        KernelRegistry.instance()
            .find(signature.kernel(), signature.argumentTypes(), signature.result());
      } catch (DbException e) {
        missing.add(signature.kernel() + signature.argumentTypes() + " " + signature.result());
      }
    }
    assertThat(missing).isEmpty();
  }
}
