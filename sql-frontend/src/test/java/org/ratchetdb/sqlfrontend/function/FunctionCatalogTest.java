package org.ratchetdb.sqlfrontend.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.type.SqlType;

class FunctionCatalogTest {
  @ParameterizedTest
  @EnumSource
  void kernelAndArgumentTypesFixTheResult(Dialect dialect) {
    Map<List<Object>, FunctionSignature> seen = new HashMap<>();
    for (FunctionSignature signature : FunctionCatalog.forDialect(dialect).allSignatures()) {
      List<Object> key =
          List.of(signature.kernel(), signature.argumentTypes(), signature.aggregate());
      FunctionSignature other = seen.putIfAbsent(key, signature);
      if (other != null) {
        assertThat(signature.result()).as("%s", key).isEqualTo(other.result());
        assertThat(signature.strict()).as("%s", key).isEqualTo(other.strict());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void namesAreLowerCase(Dialect dialect) {
    for (String name : FunctionCatalog.forDialect(dialect).functionNames()) {
      assertThat(name).matches("[a-z0-9_]+(\\.[a-z0-9_]+)?");
    }
  }

  @ParameterizedTest
  @EnumSource
  void bothDialectsShareKernelsOnlyWithTheSameResult(Dialect dialect) {
    Map<List<Object>, SqlType> google = new HashMap<>();
    for (FunctionSignature s :
        FunctionCatalog.forDialect(Dialect.GOOGLE_STANDARD_SQL).allSignatures()) {
      google.put(List.of(s.kernel(), s.argumentTypes(), s.aggregate()), s.result());
    }
    for (FunctionSignature s : FunctionCatalog.forDialect(dialect).allSignatures()) {
      SqlType result = google.get(List.of(s.kernel(), s.argumentTypes(), s.aggregate()));
      if (result != null) {
        assertThat(s.result()).as("%s", s).isEqualTo(result);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void comparisonOfEveryOrderedTypeExists(Dialect dialect) {
    FunctionCatalog catalog = FunctionCatalog.forDialect(dialect);
    for (SqlType type : catalog.scalarTypes()) {
      if (TypePattern.isOrderable(type)) {
        assertThat(catalog.comparison("lt", type).argumentTypes()).containsExactly(type, type);
      }
    }
    assertThat(catalog.comparison("eq", SqlType.FLOAT64).kernel())
        .isEqualTo(dialect == Dialect.POSTGRESQL ? "pg_eq" : "eq");
    assertThat(catalog.comparison("eq", SqlType.arrayOf(SqlType.INT64)).kernel()).isEqualTo("eq");
  }
}
